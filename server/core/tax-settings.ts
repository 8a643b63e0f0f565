import { z } from 'zod'
import { address, oneOf, optional, setting } from './setting.ts'

/** The service that issues invoices (数电票). */
export const taxSettings = {
  taxService: setting({
    env: 'TAX_SERVICE',
    about: '开具数电票的税务服务：manual（在电子税务局开具后登记）、nuonuo（诺诺开放平台）',
    schema: oneOf(['manual', 'nuonuo']).default('manual'),
  }),
  taxSellerNumber: setting({ env: 'TAX_SELLER_NUMBER', about: '销方税号', schema: optional }),
  taxSellerName: setting({ env: 'TAX_SELLER_NAME', about: '销方名称，与税务登记一致', schema: optional }),
  taxSellerPhone: setting({ env: 'TAX_SELLER_PHONE', about: '销方电话', schema: optional }),
  taxSellerAddress: setting({ env: 'TAX_SELLER_ADDRESS', about: '销方地址', schema: optional }),
  taxClerk: setting({ env: 'TAX_CLERK', about: '开票员姓名', schema: optional }),
  taxGoodsName: setting({
    env: 'TAX_GOODS_NAME',
    about: '发票上的项目名称',
    schema: z.string().max(90, '最多 90 个字').default('信息技术服务'),
  }),
  taxGoodsCode: setting({
    env: 'TAX_GOODS_CODE',
    about: '项目的税收分类编码，19 位，请与会计确认',
    schema: z
      .string()
      .regex(/^\d{19}$/, '应为 19 位数字')
      .optional(),
  }),
  taxRate: setting({
    env: 'TAX_RATE',
    about: '税率，百分数，例如 6',
    schema: z.coerce
      .number('应为 0 到 17 之间的数')
      .min(0, '应为 0 到 17 之间的数')
      .max(17, '应为 0 到 17 之间的数')
      .default(6),
  }),
  taxAppKey: setting({ env: 'TAX_APP_KEY', about: '税务服务的 appKey', schema: optional }),
  taxAppSecret: setting({ env: 'TAX_APP_SECRET', about: '税务服务的 appSecret', schema: optional, secret: true }),
  taxAccessToken: setting({
    env: 'TAX_ACCESS_TOKEN',
    about: '税务服务的长期令牌；不填则以 appKey 换取，每 24 小时一次（诺诺限 30 天 50 次，几个副本请用长期令牌）',
    schema: optional,
    secret: true,
  }),
  taxGateway: setting({
    env: 'TAX_GATEWAY',
    about: '税务服务的接口地址',
    schema: address.default('https://sdk.nuonuo.com/open/v1/services'),
  }),
  taxTokenUrl: setting({
    env: 'TAX_TOKEN_URL',
    about: '换取令牌的地址',
    schema: address.default('https://open.nuonuo.com/accessToken'),
  }),
}
