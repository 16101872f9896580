/**
 * How long the files that a person chooses may be, in letters. Apart from the schemas, because the
 * page asks for them too.
 */

export const maxProfileLetters = 256 * 1024

/** A file for a relay is about 2 KB; a long list of servers and certificates add a few more. */
export const maxRelayFile = 32 * 1024
