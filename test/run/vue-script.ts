import { parse } from 'vue/compiler-sfc'

/**
 * `Row extends { id: string }, Key extends string` as two types that the script can use: each is
 * branded, because it is not just what it extends.
 */
function declarationsOf(generic: string): string {
  const flat = generic.replaceAll(/\s+/g, ' ').trim()
  if (!flat.includes(' extends ')) return `type ${flat} = { of?: never };`
  const mark = ') & { of?: never };'
  const types = flat.replaceAll(
    /(?:^|, )(\w+) extends /g,
    (_, name: string, at: number) => `${at === 0 ? '' : mark}type ${name} = (`,
  )
  return types + mark
}

/**
 * The script of a component as a separate module with the same line numbers. Null if it has none.
 * Throws for a `<script>` without `setup`, which would go unchecked.
 */
export function scriptOf(source: string, file: string): string | null {
  const { script: plain, scriptSetup: script } = parse(source).descriptor
  if (plain) throw new Error(`${file} has a <script> without setup, which is not checked`)
  if (!script) return null
  const { generic } = script.attrs
  const declarations = typeof generic === 'string' ? declarationsOf(generic) : ''
  return `${'\n'.repeat(script.loc.start.line - 1)}${declarations}${script.content}export {}\n`
}
