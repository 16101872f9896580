import type { Language } from '../shared/languages.ts'

/** The words of one language by which a text suggests an allergy. */
export interface AllergyWords {
  /** They suggest an allergy on their own. */
  always: readonly string[]
  /** A guest who names them usually has an allergy. On a menu they are just a topping. */
  named: readonly string[]
  /**
   * Food that suggests an allergy when a guest refuses it: "no nuts", "sin mariscos". Milk, eggs,
   * mustard and the like are missing on purpose: guests leave them out for taste every day, and
   * cooks ignore a card that always alarms. A manager can add them (the setting `allergyWords`).
   */
  refused: readonly string[]
  /** Words that come before something that a guest refuses. */
  refusals: readonly string[]
}

export const allergyKinds = ['always', 'named', 'refused', 'refusals'] as const

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/**
 * The words that Kitchen Pass knows. A `*` stands for any ending; a plural with -s or -es counts
 * without being listed. Accents and upper case make no difference.
 */
export const allergyTable: Readonly<Record<Language, AllergyWords>> = {
  en: {
    always: words('allerg* anaphyl* celiac* coeliac* epipen* gluten* intoleran* lactos*'),
    named: words('peanut groundnut 🥜'),
    refused:
      words(`nut treenut walnut hazelnut chestnut almond cashew pecan pistach* macadami* sesam*
      shellfish seafood crustace* shrimp prawn dairy`),
    refusals:
      words(`no not non none without w/o cannot cant dont never avoid avoids avoiding hold skip
      omit remove exclude zero free`),
  },
  es: {
    always: words('alerg* anafil* celíac* celiaq* gluten* intoleran* lactos* aplv* tacc*'),
    named: words('maní cacahua* cacahue*'),
    refused: words(`nuez nueces almendr* avellan* castaña pecana pistach* macadami* anacard* sésam*
      ajonjolí frutos marisco crustáce* camarón langostin* lagost* lácteo`),
    refusals:
      words(`no sin s/ nada evitar evita evite eviten ni nunca tampoco libre cero quitar quita
      omitir excluir sacar`),
  },
  pt: {
    always: words('alerg* anafil* celíac* glúten* intolerân* lactos* aplv*'),
    named: words('amendoi*'),
    refused: words(`noz amêndoa avelã castanh* pistach* pistacc* macadâmi* gergelim frutos marisco
      crustáce* camarão camarões lagost* laticíni*`),
    refusals:
      words(`não sem s/ nada nem nunca evitar evite evitem livre zero retirar tirar tira excluir
      omitir`),
  },
}
