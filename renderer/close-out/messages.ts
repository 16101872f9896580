import { addMessages } from '../locales/i18n.ts'
import { en as compareEn } from './compare/messages/en.ts'
import { es as compareEs } from './compare/messages/es.ts'
import { pt as comparePt } from './compare/messages/pt.ts'
import { en as countEn } from './count/messages/en.ts'
import { es as countEs } from './count/messages/es.ts'
import { pt as countPt } from './count/messages/pt.ts'
import { en } from './messages/en.ts'
import { es } from './messages/es.ts'
import { pt } from './messages/pt.ts'

export const say = addMessages({
  en: { ...en, ...countEn, ...compareEn },
  es: { ...es, ...countEs, ...compareEs },
  pt: { ...pt, ...countPt, ...comparePt },
})
