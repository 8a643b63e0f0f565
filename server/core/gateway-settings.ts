import type { settings } from './settings.ts'

/** Each gateway needs all of its settings or none. */
export const gatewaySettings = {
  alipay: ['alipayAppId', 'alipayPrivateKey', 'alipayPublicKey', 'alipaySellerId'],
  wechat: [
    'wechatMchid',
    'wechatAppId',
    'wechatSerial',
    'wechatPrivateKey',
    'wechatPublicKeyId',
    'wechatPublicKey',
    'wechatApiV3Key',
  ],
  transfer: ['transferAccountName', 'transferAccount', 'transferBank', 'transferBankCode'],
} as const satisfies Record<string, readonly (keyof typeof settings)[]>
