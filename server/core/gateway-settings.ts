import { isCertificateOf } from './rsa-keys.ts'
import { type Settings, settings } from './settings.ts'

const alipay = ['alipayAppId', 'alipayPrivateKey', 'alipaySellerId'] as const
const alipayCertificates = ['alipayAppCert', 'alipayCert', 'alipayRootCert', 'alipayOtherCert'] as const

const gateways = {
  alipay: [...alipay, 'alipayPublicKey'],
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
} as const satisfies Record<string, readonly (keyof Settings)[]>

/** Lists what each configured gateway requires: all its settings; for Alipay, certificates may replace the key. */
export function gatewaysOf(config: Settings): (readonly (keyof Settings)[])[] {
  const certified = alipayCertificates.some(name => config[name] !== undefined)
  const own = [...alipay, 'alipayAppCert', 'alipayCert', 'alipayRootCert'] as const
  const needed: (readonly (keyof Settings)[])[] = Object.values({ ...gateways, ...(certified && { alipay: own }) })
  return needed.filter(names => names.some(name => config[name] !== undefined))
}

/** Returns the mismatches in Alipay's certificates, which would otherwise surface only at the first payment. */
export function alipayProblems({
  alipayPrivateKey,
  alipayPublicKey,
  alipayAppCert,
  alipayCert,
  alipayOtherCert,
}: Settings): string[] {
  const problems: string[] = []
  const { alipayPublicKey: key, alipayAppCert: app, alipayCert: cert, alipayOtherCert: other } = settings
  if (alipayAppCert && alipayPublicKey)
    problems.push(`${key.env}：与 ${app.env} 只能填写一种；公钥模式填前者，证书模式填后者`)
  if (!alipayPrivateKey) return problems
  if (alipayAppCert && !isCertificateOf(alipayAppCert, alipayPrivateKey))
    problems.push(`${app.env}：与 ${settings.alipayPrivateKey.env} 不是一对，请填写用这把私钥申请的应用公钥证书`)
  for (const [setting, value] of [
    [cert, alipayCert],
    [other, alipayOtherCert],
  ] as const)
    if (value && isCertificateOf(value, alipayPrivateKey))
      problems.push(`${setting.env}：这是应用公钥证书，请填写支付宝公钥证书 alipayCertPublicKey_RSA2.crt`)
  if (alipayCert && alipayCert === alipayOtherCert) problems.push(`${other.env}：与 ${cert.env} 是同一张`)
  return problems
}
