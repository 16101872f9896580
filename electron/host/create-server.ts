/**
 * Node's own, taken without an import: a module that imports `node:http` has all of its fetch loaded as well, by far the
 * longest part of a start, and nothing is listened on before.
 */
export const { createServer } = process.getBuiltinModule('node:http')
