import { expect, test } from '@jest/globals';
import { domainOf } from '../../server/email-address';

test.each(['İsmail@Acme.example', 'jose\u0301@acme.example'])(
  'P263: finds the domain of an address whose normalized form has another length: %s',
  address => {
    expect(domainOf(address)).toBe('acme.example');
  },
);
