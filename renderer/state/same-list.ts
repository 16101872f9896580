/** Returns the old list if the new one has the same elements, so that components don't update. */
export const sameList = <Item>(
  was: readonly Item[] | undefined,
  next: readonly Item[],
): readonly Item[] => {
  const isSame = was?.length === next.length && next.every((item, nth) => item === was[nth])
  return isSame ? was : next
}
