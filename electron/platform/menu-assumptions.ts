import { about, fields, type Assumption, type Sureness } from './assumption.ts'

const menu = (of: string, sure: Sureness = 'documented') => ({ area: 'menus', sure, of }) as const

/**
 * Names of a menu. What a thing is called by and what it links to may go by several, of which a platform has some
 * (platform/README.md, Menus).
 */
export const menuAssumptions = {
  menuAvailableOnlyParameter: about('menus', 'guess')(
    'onlyAvailable',
    'The wish to leave out of a menu what cannot be ordered',
  ),
  ...fields(
    'menu',
    ['name', 'priority', 'storesIds', 'externalId', 'channels', 'daysBefore', 'schedule'],
    menu('a menu'),
  ),
  ...fields('menu', ['_id', 'menuId'], menu('a menu', 'inferred')),
  ...fields(
    'menuProduct',
    [
      'name',
      'description',
      'externalId',
      'priority',
      'price',
      'discount',
      'available',
      'informativeStamps',
      'categoriesExternalIds',
      'modifiersExternalIds',
      'modifiersNames',
      'images',
    ],
    menu('a product on a menu'),
  ),
  ...fields(
    'menuProduct',
    ['_id', 'productId', 'importId', 'categoriesIds', 'categoriesNames', 'modifiersIds'],
    menu('a product on a menu, as in the product itself', 'inferred'),
  ),
  ...fields('menuProduct', ['id', 'categoryId'], menu('a product on a menu', 'guess')),
  ...fields('menuCategory', ['name', 'externalId', 'priority'], menu('a category on a menu')),
  ...fields('menuCategory', ['_id'], menu('a category on a menu', 'inferred')),
  ...fields(
    'menuCategory',
    ['categoryId', 'id', 'productsIds', 'productsExternalIds'],
    menu('a category on a menu', 'guess'),
  ),
  ...fields(
    'menuModifier',
    [
      'name',
      'shortName',
      'description',
      'optional',
      'min',
      'max',
      'internalName',
      'externalId',
      'optionIds',
    ],
    menu('a modifier on a menu'),
  ),
  ...fields('menuModifier', ['_id', 'modifierId'], menu('a modifier on a menu', 'inferred')),
  ...fields(
    'menuModifier',
    ['id', 'optionsIds', 'optionsExternalIds', 'productsIds', 'productsExternalIds'],
    menu('a modifier on a menu', 'guess'),
  ),
  ...fields(
    'menuOption',
    ['name', 'internalName', 'max', 'externalId', 'price', 'discount', 'available'],
    menu('an option on a menu'),
  ),
  ...fields(
    'menuOption',
    ['_id', 'optionId', 'modifierOptionId'],
    menu('an option on a menu', 'inferred'),
  ),
  ...fields(
    'menuOption',
    ['id', 'modifierId', 'modifierExternalId', 'modifiersIds', 'modifiersExternalIds'],
    menu('an option on a menu', 'guess'),
  ),
} as const satisfies Record<string, Assumption>
