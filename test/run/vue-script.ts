import { parse } from 'vue/compiler-sfc'

/**
 * `Row extends { id: string }, Key extends string` as two types, so that the script can use them: each with a mark of its own,
 * since it is not just what it extends.
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
 * The script of a component as a module of its own: each line keeps its number. Null where it has none. Throws where it
 * has a `<script>` without `setup`, since that one would go unchecked.
 */
export function scriptOf(source: string, file: string): string | null {
  const { script: plain, scriptSetup: script } = parse(source).descriptor
  if (plain) throw new Error(`${file} has a <script> without setup, which is not checked`)
  if (!script) return null
  const { generic } = script.attrs
  const declarations = typeof generic === 'string' ? declarationsOf(generic) : ''
  return `${'\n'.repeat(script.loc.start.line - 1)}${declarations}${script.content}export {}\n`
}
