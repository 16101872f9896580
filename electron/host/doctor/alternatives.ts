import type { DialectName } from '#platform/assumptions.ts'

/** Names of which a platform has some: what a thing is called by, and which side tells a link, by what. */
export const alternatives: readonly (readonly DialectName[])[] = [
  ['menu._id', 'menu.menuId', 'menu.externalId'],
  ['menuCategory._id', 'menuCategory.categoryId', 'menuCategory.id', 'menuCategory.externalId'],
  [
    'menuProduct._id',
    'menuProduct.productId',
    'menuProduct.id',
    'menuProduct.externalId',
    'menuProduct.importId',
  ],
  ['menuModifier._id', 'menuModifier.modifierId', 'menuModifier.id', 'menuModifier.externalId'],
  [
    'menuOption._id',
    'menuOption.optionId',
    'menuOption.modifierOptionId',
    'menuOption.id',
    'menuOption.externalId',
  ],
  [
    'menuProduct.categoriesExternalIds',
    'menuProduct.categoriesIds',
    'menuProduct.categoryId',
    'menuProduct.categoriesNames',
    'menuCategory.productsIds',
    'menuCategory.productsExternalIds',
  ],
  [
    'menuProduct.modifiersExternalIds',
    'menuProduct.modifiersIds',
    'menuProduct.modifiersNames',
    'menuModifier.productsIds',
    'menuModifier.productsExternalIds',
  ],
  [
    'menuModifier.optionIds',
    'menuModifier.optionsIds',
    'menuModifier.optionsExternalIds',
    'menuOption.modifierId',
    'menuOption.modifierExternalId',
    'menuOption.modifiersIds',
    'menuOption.modifiersExternalIds',
  ],
]
