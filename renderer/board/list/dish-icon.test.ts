import {
  CakeSlice,
  Coffee,
  Croissant,
  CupSoda,
  Drumstick,
  EggFried,
  Hamburger,
  Martini,
  Pizza,
  Popcorn,
  Salad,
  Utensils,
  Wine,
} from '@lucide/vue'
import { expect, test } from 'vitest'
import { dishIcon } from './dish-icon.ts'

test.for([
  ['Pizzas', 'La de la casa', Pizza],
  ['HAMBURGUESAS', 'Italiana', Hamburger],
  ['Burgers', 'Cheese', Hamburger],
  ['Hambúrgueres', 'X-tudo', Hamburger],
  ['Ensaladas', 'Ensalada de pollo', Salad],
  ['Bebidas y jugos', 'Cola', CupSoda],
  ['Café y té', 'Cortado', Coffee],
  ['Café da manhã', 'Tapioca', EggFried],
  ['Chás', 'Camomila', Coffee],
  ['Sobremesas', 'Pudim', CakeSlice],
  ['Acompañamientos', 'Arroz', Popcorn],
  ['Vinhos', 'Tinto', Wine],
  ['Cócteles', 'Pisco sour', Martini],
  ['Empanadas', 'De pino', Croissant],
  // The category says nothing.
  ['Promociones', 'Pollo asado', Drumstick],
  ['', 'Pan de ajo', Croissant],
  ['', 'Panqueque', Utensils],
  ['', 'Llave', Utensils],
  ['', '🍕', Utensils],
] as const)('%s, %s', ([categories, name, icon]) => {
  expect(dishIcon(categories, name)).toBe(icon)
})
