/**
 * In letters. A file is about 2 KB; a long list of servers and a chain of certificates add a few
 * more. Apart from the schemas, because the page asks for it too.
 */
export const longestRelayFile = 32 * 1024
