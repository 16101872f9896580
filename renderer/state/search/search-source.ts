import type { Component, ComputedRef } from 'vue'
import type { AppError } from '#contract/shared/result.ts'
import {
  bestFirst,
  ranks,
  rankOf,
  type Rank,
  type SearchQuery,
  type SearchTerms,
} from '../../locales/match.ts'

export type SearchKind =
  | 'tickets'
  | 'dishes'
  | 'rooms'
  | 'settings'
  | 'pastTickets'
  | 'reservations'
  | 'guests'

export interface SearchResult {
  /** Unique in its kind. */
  id: string
  icon: Component
  title: string
  /** What it warns of, said before the detail. Absent if of nothing. */
  allergy?: string
  detail: string
  /** The address that opens it. */
  to: string
}

/** The best results of one kind. */
export interface FoundResults {
  results: readonly SearchResult[]
  /** There are more than these. */
  hasMore: boolean
  /** How well the first one matches. */
  rank: Rank
}

export interface SearchText {
  /** What is typed; null if nothing is. */
  query: ComputedRef<SearchQuery | null>
  /** The same for the host, once typing pauses; empty if nothing is typed or the role may not ask. */
  asked: ComputedRef<string>
  /** Whether `asked` is already what is typed. */
  isSettled: ComputedRef<boolean>
}

export interface SearchAnswer {
  found: ComputedRef<FoundResults>
  /** Absent if this screen has everything. */
  loading?: {
    busy: ComputedRef<boolean>
    error: ComputedRef<AppError | null>
    ask: () => Promise<unknown>
  }
}

/** One kind of results that a room offers to the search (app/search). */
export interface SearchSource {
  kind: SearchKind
  /**
   * The address of the room that has the results; absent for rooms themselves. Only a screen whose
   * role has this room can find them, and the room's own search shows all.
   */
  at?: string
  /** It asks the host for each search, so its results come later, below the others. */
  isFromHost?: true
  use: (text: SearchText) => SearchAnswer
}

const maxShown = 5

export function topResults<Item>(
  items: readonly Item[],
  rankFor: (item: Item) => Rank | null,
  toResult: (item: Item) => SearchResult,
  max = maxShown,
): FoundResults {
  const matches = bestFirst(items, rankFor)
  return {
    results: matches.slice(0, max).map(({ item }) => toResult(item)),
    hasMore: matches.length > max,
    rank: matches[0]?.rank ?? ranks.last,
  }
}

/** The rank of what this screen knows. */
export const rankIn =
  <Item>(query: SearchQuery | null, termsOf: (item: Item) => SearchTerms) =>
  (item: Item): Rank | null =>
    query && rankOf(termsOf(item), query)
