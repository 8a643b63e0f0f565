import { shopPlatformNames, shopPlatforms, shopStateNames } from '#contract/connection-names.ts'
import type { OutputOf } from '#contract/index.ts'

export type Shop = OutputOf<'getShopList'>['list'][number]

export const shopLooks = {
  active: { word: shopStateNames.active, tone: 'good' },
  closed: { word: shopStateNames.closed, tone: 'idle' },
} as const

export const shopLabel = ({ platform, name }: Pick<Shop, 'platform' | 'name'>) =>
  `${shopPlatformNames[platform]} ${name}`

export const platformOptions = shopPlatforms.map(value => ({ value, label: shopPlatformNames[value] }))
