import fc from 'fast-check';

// Each run checks the same cases, so that a test fails only after a change. FAST_CHECK_SEED=2 checks others.
fc.configureGlobal({ seed: Number(process.env.FAST_CHECK_SEED ?? 1) });

const codePoint = fc
  .integer({ min: 0, max: 0x10ffff })
  .filter(code => code < 0xd800 || code > 0xdfff)
  .map(code => String.fromCodePoint(code));

/**
 * Generates texts of any characters. fast-check's own unit for them, `binary`, creates a table of all characters in each
 * worker, which takes a second and 180 MB.
 */
export const anyText = (constraints: { readonly maxLength?: number } = {}): fc.Arbitrary<string> =>
  fc.string({ ...constraints, unit: codePoint });

export { fc };
