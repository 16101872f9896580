import { computed, type ComputedRef } from 'vue'
import type { AppError } from '#contract/shared/result.ts'
import { ranks, rankOf, type SearchTerms } from '../../locales/match.ts'
import {
  topResults,
  type SearchAnswer,
  type SearchResult,
  type SearchText,
} from './search-source.ts'

interface HostSearch<Answer> {
  data: ComputedRef<Answer | null>
  answered: ComputedRef<{ text: string } | null>
  error: ComputedRef<AppError | null>
  ask: () => Promise<unknown>
}

/**
 * Results that the host found. While its answer is for older text, only those that match the new
 * text stay.
 */
export function hostResults<Answer, Row>(
  { query, asked, isSettled }: SearchText,
  { data, answered, error, ask }: HostSearch<Answer>,
  {
    rows,
    terms,
    toResult,
  }: {
    rows: (answer: Answer) => readonly Row[]
    terms: (row: Row) => SearchTerms
    toResult: (row: Row) => SearchResult
  },
): SearchAnswer {
  const isCurrent = computed(() => isSettled.value && answered.value?.text === asked.value)
  const results = computed(() => {
    const typed = query.value
    const all = typed === null || data.value === null ? [] : rows(data.value)
    // The host also looks at what isn't shown, such as an e-mail.
    const otherwise = isCurrent.value ? ranks.last : null
    return topResults(all, (row) => (typed && rankOf(terms(row), typed)) ?? otherwise, toResult)
  })
  return {
    found: results,
    loading: {
      busy: computed(() => query.value !== null && !isCurrent.value && error.value === null),
      error: computed(() => (asked.value === '' ? null : error.value)),
      ask,
    },
  }
}
