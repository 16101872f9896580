import { basename } from 'node:path'
import type { Rule, Scope } from 'eslint'
import { plainWords } from './words.ts'

/** Banned words with their replacements, and whole names that may contain one. */
export interface PlainNames {
  /** By a word of a name in small letters; includes its plural. */
  instead: Readonly<Record<string, string>>
  /** By a word that says nothing as the whole name of a variable. */
  alone?: Readonly<Record<string, string>>
  /** Names that another program defines, or in which the word has its ordinary meaning. */
  allowed: readonly string[]
}

interface Named {
  name: string
  node: Rule.Node
}

/** The words of `camelCase`, `kebab-case` and `SNAKE_CASE` names, in small letters. */
const wordsOfName = (name: string): string[] =>
  (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase())

/** The word, and what it may be the plural of: deeds, stretches, tallies. */
const singularsOf = (word: string): string[] => [
  word,
  word.replace(/s$/, ''),
  word.replace(/es$/, ''),
  word.replace(/ies$/, 'y'),
]

/** The first banned word of a name; null if there is none. */
export function bannedWord(name: string, { instead, allowed }: PlainNames): string | null {
  if (allowed.includes(name)) return null
  for (const word of wordsOfName(name))
    for (const form of singularsOf(word)) if (Object.hasOwn(instead, form)) return form
  return null
}

/** The word, if it is all that a variable is called; null otherwise. */
function vagueWord(name: string, { alone = {}, allowed }: PlainNames): string | null {
  if (allowed.includes(name)) return null
  return singularsOf(name.toLowerCase()).find((form) => Object.hasOwn(alone, form)) ?? null
}

/** Names that are declared here; the name of an import comes from elsewhere. */
function namesIn(scopes: readonly Scope.Scope[]): Named[] {
  return scopes.flatMap(({ variables }) =>
    variables.flatMap(({ name, defs }) =>
      defs
        .filter(({ type }) => type !== 'ImportBinding')
        .map((definition) => ({ name, node: definition.name as Rule.Node })),
    ),
  )
}

const keyNodes = [
  'Property',
  'PropertyDefinition',
  'MethodDefinition',
  'TSPropertySignature',
  'TSMethodSignature',
] as const

/**
 * The key of an object or the member of a type; null if it is computed or the name of a variable.
 */
function keyOf(node: Rule.Node): Named | null {
  const { key, computed, shorthand } = node as unknown as {
    key: Rule.Node & { name?: string; value?: unknown }
    computed?: boolean
    shorthand?: boolean
  }
  if (computed === true || shorthand === true || node.parent?.type === 'ObjectPattern') return null
  const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? key.value : null
  return typeof name === 'string' && /^[\w.-]+$/.test(name) ? { name, node: key } : null
}

/**
 * Rejects words that the glossary replaces, in the names of variables, types, keys and files. Its
 * option is another list of words.
 */
export const plainNames: Rule.RuleModule = {
  meta: {
    type: 'suggestion',
    schema: [{ type: 'object' }],
    messages: {
      banned: '"{{name}}" says "{{word}}": {{instead}}.',
      vague: '"{{name}}" does not say what it holds: {{instead}}.',
    },
  },
  create(context) {
    const list = (context.options[0] as PlainNames | undefined) ?? plainWords
    const check = ({ name, node }: Named): void => {
      const word = bannedWord(name, list)
      if (word === null) return
      const data = { name, word, instead: list.instead[word] ?? '' }
      context.report({ node, messageId: 'banned', data })
    }
    const checkVariable = (named: Named): void => {
      check(named)
      const word = vagueWord(named.name, list)
      if (word === null) return
      const data = { name: named.name, instead: list.alone?.[word] ?? '' }
      context.report({ node: named.node, messageId: 'vague', data })
    }
    const checkKey = (node: Rule.Node): void => {
      const key = keyOf(node)
      if (key !== null) check(key)
    }
    const keys: Rule.RuleListener = Object.fromEntries(keyNodes.map((type) => [type, checkKey]))
    return {
      ...keys,
      'Program:exit'(node): void {
        check({ name: basename(context.filename).replace(/\..*/, ''), node: node as Rule.Node })
        for (const named of namesIn(context.sourceCode.scopeManager.scopes)) checkVariable(named)
      },
    }
  },
}
