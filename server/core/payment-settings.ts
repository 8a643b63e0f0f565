import { z } from 'zod'
import { certificatesPem, privatePem, publicPem } from './rsa-keys.ts'
import { address, optional, setting } from './setting.ts'

/** systemd strips the backslash of each `\n` in an unquoted value. */
const hasLostBackslashes = (value: string) => /^\s*-----BEGIN [A-Z ]+-----n|n-----END /.test(value)
const lostBackslashes = '里换行 \\n 的反斜杠不见了：systemd 会去掉没有引号的 \\，请在 portal.env 里把整个值写在单引号里'

const key = (parse: (text: string) => string | undefined, kind: string) =>
  z
    .string()
    .transform((value, context) => {
      const pem = parse(value)
      if (!pem)
        context.addIssue({
          code: 'custom',
          message: hasLostBackslashes(value)
            ? kind + lostBackslashes
            : `不是可用的 RSA ${kind}（PEM，换行可写作 \\n；或单行 base64）`,
        })
      return pem
    })
    .optional()

const certificates = z
  .string()
  .transform((value, context) => {
    const pem = certificatesPem(value)
    if (!pem)
      context.addIssue({
        code: 'custom',
        message: hasLostBackslashes(value)
          ? `证书${lostBackslashes}`
          : '不是可用的 RSA 证书（支付宝下载的 .crt 全文，换行可写作 \\n）',
      })
    return pem
  })
  .optional()

/** Alipay and WeChat Pay. */
export const paymentSettings = {
  alipayAppId: setting({
    env: 'ALIPAY_APP_ID',
    about: '支付宝应用编号；填写任何一项支付宝配置，就须填齐',
    schema: optional,
  }),
  alipaySellerId: setting({
    env: 'ALIPAY_SELLER_ID',
    about: '支付宝商户的 PID（2088 开头）；通知里的收款方必须是它',
    schema: optional,
  }),
  alipayPrivateKey: setting({
    env: 'ALIPAY_PRIVATE_KEY',
    about: '支付宝应用私钥（RSA2）',
    schema: key(privatePem, '私钥'),
    secret: true,
  }),
  alipayPublicKey: setting({
    env: 'ALIPAY_PUBLIC_KEY',
    about: '支付宝公钥（不是应用公钥）；证书模式不填，改填下面的证书',
    schema: key(publicPem, '公钥'),
  }),
  alipayAppCert: setting({
    env: 'ALIPAY_APP_CERT',
    about: '证书模式：应用公钥证书 appCertPublicKey_….crt 的全文；与下面两项一起填写',
    schema: certificates,
  }),
  alipayCert: setting({
    env: 'ALIPAY_CERT',
    about: '证书模式：支付宝公钥证书 alipayCertPublicKey_RSA2.crt 的全文',
    schema: certificates,
  }),
  alipayRootCert: setting({
    env: 'ALIPAY_ROOT_CERT',
    about: '证书模式：支付宝根证书 alipayRootCert.crt 的全文（含几张）',
    schema: certificates,
  }),
  alipayOtherCert: setting({
    env: 'ALIPAY_OTHER_CERT',
    about: '证书模式：更换支付宝公钥证书期间同时有效的另一张；用哪张签名由支付宝决定，更换完成后去掉',
    schema: certificates,
  }),
  alipayGateway: setting({
    env: 'ALIPAY_GATEWAY',
    about: '支付宝网关地址',
    schema: address.default('https://openapi.alipay.com/gateway.do'),
  }),
  wechatMchid: setting({
    env: 'WECHAT_MCHID',
    about: '微信支付商户号；填写任何一项微信支付配置，就须填齐',
    schema: optional,
  }),
  wechatAppId: setting({ env: 'WECHAT_APP_ID', about: '与商户号绑定的公众号或应用编号', schema: optional }),
  wechatSerial: setting({ env: 'WECHAT_SERIAL', about: '商户 API 证书的序列号', schema: optional }),
  wechatPrivateKey: setting({
    env: 'WECHAT_PRIVATE_KEY',
    about: '商户 API 私钥',
    schema: key(privatePem, '私钥'),
    secret: true,
  }),
  wechatPublicKeyId: setting({
    env: 'WECHAT_PUBLIC_KEY_ID',
    about: '微信支付公钥编号（PUB_KEY_ID_ 开头）',
    schema: optional,
  }),
  wechatPublicKey: setting({
    env: 'WECHAT_PUBLIC_KEY',
    about: '微信支付公钥',
    schema: key(publicPem, '公钥'),
  }),
  wechatOtherKeyId: setting({
    env: 'WECHAT_OTHER_KEY_ID',
    about:
      '更换期间同时有效的另一把：平台证书的序列号，或另一个公钥编号；收到的通知用哪把签名由微信决定，应答按 WECHAT_PUBLIC_KEY_ID 请求',
    schema: optional,
  }),
  wechatOtherKey: setting({
    env: 'WECHAT_OTHER_KEY',
    about: '与 WECHAT_OTHER_KEY_ID 对应的平台证书或公钥；更换完成后两项一起去掉',
    schema: key(publicPem, '公钥'),
  }),
  wechatApiV3Key: setting({
    env: 'WECHAT_API_V3_KEY',
    about: '微信支付 APIv3 密钥，32 字节',
    schema: z
      .string()
      .refine(value => Buffer.byteLength(value) === 32, '须为 32 字节')
      .optional(),
    secret: true,
  }),
  wechatBaseUrl: setting({
    env: 'WECHAT_BASE_URL',
    about: '微信支付接口地址',
    schema: address.default('https://api.mch.weixin.qq.com'),
  }),
}
