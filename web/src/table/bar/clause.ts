/** The clauses that a refusal names, in either language. */

const NAMED = "\\b(?:clauses?|regels?) ";

export function clauseOf(reason: string): number | null {
  const found = new RegExp(`${NAMED}(\\d+)`).exec(reason);
  return found ? Number(found[1]) : null;
}

/** A sentence in parts: every clause it names is one of them. */
export const aroundClauses = (reason: string): string[] => reason.split(new RegExp(`(${NAMED}\\d+)`));
