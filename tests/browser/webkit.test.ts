import { browse } from '../support/browsers/browse';

browse('webkit');
