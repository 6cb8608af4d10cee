export function readStored(name: string): readonly string[] {
  try {
    const texts: unknown = JSON.parse(sessionStorage.getItem(name) ?? '[]');
    return Array.isArray(texts) ? texts.filter(text => typeof text === 'string') : [];
  } catch {
    return [];
  }
}

/** Stores texts for this tab. If the browser refuses, only this page has them. */
export function store(name: string, texts: readonly string[]): void {
  try {
    if (texts.length === 0) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify(texts));
  } catch {
    return;
  }
}
