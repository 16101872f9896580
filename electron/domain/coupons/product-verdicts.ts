import type { Basket, CouponVerdict } from '#contract/coupons/coupons.ts'
import { condition, type CouponContext } from './condition.ts'
import type { StoredCoupon } from './stored-coupon.ts'
import type { MenuLinks } from './menu-links.ts'

type Item = Basket['items'][number]

const hasOne = (ids: readonly string[], required: readonly string[]): boolean =>
  ids.some((id) => required.includes(id))

/**
 * True if any item matches, null if none does and one is unknown, otherwise false. An empty basket
 * gives null.
 */
function isAny(items: readonly Item[], is: (item: Item) => boolean | null): boolean | null {
  const answers = items.map(is)
  if (answers.includes(true)) return true
  return answers.length === 0 || answers.includes(null) ? null : false
}

const isProduct = ({ productId }: Item, products: readonly string[], links: MenuLinks): boolean =>
  hasOne(links.idsOfProduct(productId), products)

/** Whether an item is in one of some categories; null if no menu has it. */
function isInCategory(
  { productId }: Item,
  categories: readonly string[],
  links: MenuLinks,
): boolean | null {
  const own = links.categoriesOf(productId)
  return own === null ? null : hasOne(own, categories)
}

const idsOfItems = (items: readonly Item[]): string[] => [
  ...new Set(items.map(({ productId }) => productId)),
]

/**
 * Conditions on the basket's contents. That one of the required products or categories is enough is
 * inferred (platform/README.md, Coupons). Excluded items get no discount, but don't block the
 * coupon.
 */
export function productVerdicts(
  { values }: StoredCoupon,
  { basket: { items }, links }: CouponContext,
): CouponVerdict[] {
  const verdicts: CouponVerdict[] = []
  const products = values.requiresProductsIds ?? []
  const categories = values.requiresCategoriesIds ?? []
  const had = idsOfItems(items)
  if (products.length > 0) {
    const isMet = isAny(items, (item) => isProduct(item, products, links))
    verdicts.push(condition('requiresProductsIds', isMet, products, had))
  }
  if (categories.length > 0) {
    const isMet = isAny(items, (item) => isInCategory(item, categories, links))
    const own = new Set(items.flatMap((item) => links.categoriesOf(item.productId) ?? []))
    verdicts.push(condition('requiresCategoriesIds', isMet, categories, [...own]))
  }
  const excluded = values.dontApplyToProductsIds ?? []
  if (excluded.length > 0) {
    const isMet = isAny(items, (item) => !isProduct(item, excluded, links))
    verdicts.push(condition('dontApplyToProductsIds', isMet, excluded, had))
  }
  const discounted = items.filter((item) => item.isDiscounted === true)
  if (values.onlyForProductsWithoutDiscount === true) {
    const isMet = isAny(items, ({ isDiscounted }) => (isDiscounted === null ? null : !isDiscounted))
    verdicts.push(condition('onlyForProductsWithoutDiscount', isMet, true, idsOfItems(discounted)))
  }
  const max = values.maxProductsPerOrder
  if (max != null) {
    // This doesn't block the coupon: the discount applies to this many items, and the others cost
    // the full price.
    const counted = items
      .filter((item) => products.length === 0 || isProduct(item, products, links))
      .reduce((sum, { amount }) => sum + amount, 0)
    verdicts.push(
      condition(
        'maxProductsPerOrder',
        items.length === 0 ? null : true,
        max,
        items.length === 0 ? null : counted,
      ),
    )
  }
  return verdicts
}
