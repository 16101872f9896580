import { addWords } from '../locales/i18n.ts'
import { en as compareEn } from './compare/words/en.ts'
import { es as compareEs } from './compare/words/es.ts'
import { pt as comparePt } from './compare/words/pt.ts'
import { en as countEn } from './count/words/en.ts'
import { es as countEs } from './count/words/es.ts'
import { pt as countPt } from './count/words/pt.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import { pt } from './words/pt.ts'

export const say = addWords({
  en: { ...en, ...countEn, ...compareEn },
  es: { ...es, ...countEs, ...compareEs },
  pt: { ...pt, ...countPt, ...comparePt },
})
