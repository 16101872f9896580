import { parse } from 'vue/compiler-sfc'

/** `Row extends { id: string }, Key extends string` as two types, so that the script can use them. */
function declarationsOf(generic: string): string {
  return generic.replaceAll(/(?:^|,\s*)(\w+) extends /g, ';type $1 = ')
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
