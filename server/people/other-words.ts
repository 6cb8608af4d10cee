import { wordSet } from './words';

/** Words of remarks and headings about people who stay or start. */
const STAYING_WORDS = wordSet(
  'stay stays staying stayer stayers remain remains remaining keep keeps keeping start starts starting starter starters join joins ' +
    'joining joiner joiners hire hires newcomer newcomers onboarding active returning returns cancelled canceled withdrawn extended ' +
    'not bleibt bleiben bleibend nicht eintritt eintritte neueintritt neueintritte neuzugang neuzugänge beginnt aktiv reste ' +
    'restent arrivée arrivées arrivant arrivants altas queda sigue',
);

/** Other capitalized words of headings within a list that are no names either. */
const HEADING_WORDS = wordSet(
  'no longer not needed other others already still pending renewed employed license contract vertrag contrat contrato new neue neuer neuen nouveau nouveaux nouvelle nouvelles nuevo nuevos nueva nuevas internal interne internos transfer ' +
    'transfers move moves mover movers promotion promotions change changes team teams department departments group office ' +
    'staff employee employees colleague colleagues people members contractors interns managers management contact contacts ' +
    'mitarbeiter mitarbeiterinnen kollegen kolleginnen abteilung wechsel versetzungen collaborateurs employés personnel ' +
    'mutations contratos empleados incorporaciones on parental maternity sabbatical leave leaver leavers leaving departures ' +
    'austritte abgänge départs bajas november noviembre novembre dezember december décembre diciembre',
);

/** Whether a word does not belong to a name, even if it is capitalized. */
export function isNoName(word: string): boolean {
  const key = word.toLowerCase();
  return STAYING_WORDS.has(key) || HEADING_WORDS.has(key);
}

/** Whether one of these words may say that a person stays. */
export function mayStay(words: readonly string[]): boolean {
  return words.some(word => STAYING_WORDS.has(word.toLowerCase()));
}
