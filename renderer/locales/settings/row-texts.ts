import type { Language } from '#contract/shared/languages.ts'
import type { Owner, Valued } from '#contract/settings/row.ts'
import type { GroupId, RowId, SectionId, shownRows } from '#contract/settings/table.ts'

/** The texts of a row in one language. */
export interface RowTexts {
  name: string
  hint?: string
  /** Other words for it, which the search finds. */
  search: string
  /** The text for a number with its unit, such as `{n} seconds`. */
  value?: string
  /** The text for no number. */
  none?: string
  /** Shown while the value is `warnAt`, or above that of the row `warnAbove`. */
  warning?: string
  /** A choice without a text is shown as it is. */
  choices?: Readonly<Record<string, string>>
}

/** Values that need no text: languages have their own names, numbers and capitals are shown as they are. */
type NeedsNoText<Value> = Value extends number | Language
  ? Value
  : Value extends string
    ? Value extends Uppercase<Value>
      ? Value
      : never
    : never

type ChoiceOf<Row> = Row extends Valued<Owner, infer Value extends string | number | null> & {
  control: 'choices'
}
  ? Exclude<Value, NeedsNoText<Value>>
  : never

type TextsOf<Row> = [ChoiceOf<Row>] extends [never]
  ? RowTexts
  : RowTexts & { choices: Readonly<Record<`${ChoiceOf<Row>}`, string>> }

/** The texts of the table of settings: its groups, its sections, and its rows by their keys. */
export interface SettingTexts {
  settingGroup: Readonly<Record<GroupId, string>>
  settingSection: Readonly<Record<SectionId, string>>
  settingRow: { readonly [Id in RowId]: TextsOf<(typeof shownRows)[Id]> }
}
