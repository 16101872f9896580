type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Names by which a record is known. */
const idNames = ['_id', 'externalId', 'productId', 'userId']

/** What may be odd about a record of any list. */
const oddities: readonly ((record: Fields) => unknown)[] = [
  (record) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => !idNames.includes(name))),
  (record) =>
    Object.fromEntries(
      Object.entries(record).map(([name, value]) => [
        name,
        typeof value === 'number' ? '105,50' : value,
      ]),
    ),
  ({ name }) => (typeof name === 'string' ? name : 'un registro'),
]

/** Of so many records one is odd, so that a person sees what becomes of the others. */
const oneIn = 4

/** A list in which some records are odd, each in another way. */
export const oddList = (records: readonly unknown[]): unknown[] =>
  records.map((record, index) => {
    const twist = oddities[Math.floor(index / oneIn) % oddities.length]
    return index % oneIn === 1 && isFields(record) && twist !== undefined ? twist(record) : record
  })

/** A menu in which some products and options are odd. */
export const oddMenu = (menu: unknown): unknown =>
  isFields(menu)
    ? {
        ...menu,
        products: oddList(Array.isArray(menu['products']) ? menu['products'] : []),
        options: oddList(Array.isArray(menu['options']) ? menu['options'] : []),
      }
    : menu
