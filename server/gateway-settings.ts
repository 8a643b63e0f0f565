import type { settings } from './settings.ts'

/** Of each gateway, what it needs: all of it or none. */
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
