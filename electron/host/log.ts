type Facts = Record<string, string | number | boolean | null | undefined>

/**
 * What happened, for whoever looks later. `event` is a fixed phrase, `facts` are counts, codes and ids;
 * never a token, a body or anything about a person.
 */
export interface Log {
  info(event: string, facts?: Facts): void
  warn(event: string, facts?: Facts): void
  error(event: string, facts?: Facts): void
}
