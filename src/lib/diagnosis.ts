// What a check of the settings and of what lies around Teller has found, in words for whoever runs it.

export type Diagnosis = {
  /** `warning`: Teller works, but something may be lost or not reach it. `wrong`: it does not work like this. */
  readonly status: 'good' | 'warning' | 'wrong';
  /** What is so, without secrets. */
  readonly found: string;
  /** What to do about it; missing where nothing needs to be done. */
  readonly next?: string | undefined;
};

export const good = (found: string): Diagnosis => ({ status: 'good', found });
export const warning = (found: string, next: string): Diagnosis => ({ status: 'warning', found, next });
export const wrong = (found: string, next: string): Diagnosis => ({ status: 'wrong', found, next });

/** From what an error says to whoever runs Teller: its first sentence is what is so, the others say what to do. */
export function wrongAsSaid(text: string): Diagnosis {
  const [, found = text, next] = /^(.+?\.) +(?=\p{Lu})(.+)$/su.exec(text) ?? [];
  return { status: 'wrong', found, next };
}

/** As one text for the log. */
export function asText({ found, next }: Diagnosis): string {
  return next === undefined ? found : `${found} ${next}`;
}
