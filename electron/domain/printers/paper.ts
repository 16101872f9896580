import { z } from 'zod'

/**
 * How large letters are, by how many columns and lines of normal ones each takes: `tall` 1 by 2, `large` 2 by 2, and `huge`
 * as large as the line has room for, at most 4 by 4.
 */
const sizes = ['normal', 'tall', 'large', 'huge'] as const
export type LetterSize = (typeof sizes)[number]

const line = z.object({
  kind: z.literal('line'),
  text: z.string(),
  size: z.enum(sizes).default('normal'),
  bold: z.boolean().default(false),
  /** White on black. */
  loud: z.boolean().default(false),
  centred: z.boolean().default(false),
  /** What stands before its first line, and room of that width before each other: `2x `, or blanks. */
  lead: z.string().default(''),
})

/** Words at the left, an amount at the right. */
const pair = z.object({
  kind: z.literal('pair'),
  left: z.string(),
  right: z.string(),
  bold: z.boolean().default(false),
})

/** What is on a roll of paper from top to bottom, whatever its width. */
export const paperSchema = z.array(
  z.discriminatedUnion('kind', [
    line,
    pair,
    z.object({ kind: z.literal('rule'), double: z.boolean().default(false) }),
    z.object({ kind: z.literal('gap') }),
  ]),
)
export type Paper = z.infer<typeof paperSchema>
export type PaperLine = Paper[number]

type Look = Partial<Omit<z.infer<typeof line>, 'kind' | 'text'>>

export const textLine = (text: string, look: Look = {}): PaperLine => ({
  kind: 'line',
  text,
  size: 'normal',
  bold: false,
  loud: false,
  centred: false,
  lead: '',
  ...look,
})

export const pairLine = (left: string, right: string, bold = false): PaperLine => ({
  kind: 'pair',
  left,
  right,
  bold,
})

export const rule: PaperLine = { kind: 'rule', double: false }
export const doubleRule: PaperLine = { kind: 'rule', double: true }
export const gap: PaperLine = { kind: 'gap' }
