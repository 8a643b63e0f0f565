import { createVerify } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { AlipaySdk } from 'alipay-sdk'
import type { Config } from '#server/core/config.ts'
import { gatewayTimeout } from './gateway-failure.ts'

type Settings = Pick<
  Config,
  | 'alipayAppId'
  | 'alipayPrivateKey'
  | 'alipayPublicKey'
  | 'alipayAppCert'
  | 'alipayCert'
  | 'alipayOtherCert'
  | 'alipayRootCert'
  | 'alipayGateway'
>

interface AlipayTrust {
  sdk: AlipaySdk
  /** Reports whether Alipay signed a notification. */
  signed(notification: Record<string, string>): boolean
}

/**
 * Creates the SDK, which signs with the portal's key and trusts only Alipay's: its public key, or, in certificate mode, the
 * certificate that an answer names (`alipay_cert_sn`), of which two are valid during a replacement. A notification usually names
 * none, so either may have signed it. See https://opendocs.alipay.com/common/02mse7.
 */
export async function alipayTrust(settings: Settings, timeout = gatewayTimeout): Promise<AlipayTrust> {
  const { AlipaySdk } = await import('alipay-sdk')
  const { alipayAppCert, alipayRootCert, alipayCert, alipayOtherCert } = settings
  const create = (cert: string | undefined) =>
    new AlipaySdk({
      appId: settings.alipayAppId ?? '',
      privateKey: settings.alipayPrivateKey ?? '',
      // `privatePem` converts every key to PKCS 8.
      keyType: 'PKCS8',
      gateway: settings.alipayGateway,
      timeout,
      ...(alipayAppCert && alipayRootCert && cert
        ? { appCertContent: alipayAppCert, alipayRootCertContent: alipayRootCert, alipayPublicCertContent: cert }
        : { alipayPublicKey: settings.alipayPublicKey ?? '' }),
    })
  const sdk = create(alipayCert)
  const believed = [sdk, ...(alipayOtherCert ? [create(alipayOtherCert)] : [])]
  /** Without certificates, a single key signs everything. */
  const namedBy = (serial: unknown) =>
    alipayCert ? believed.find(({ config }) => config.alipayCertSn === serial) : sdk

  // The SDK (4.14.0) verifies the first object under the answer's name but parses the last, so it would trust a second one outside
  // the signature. Require both to be the same.
  const signedText = sdk.getSignStr.bind(sdk)
  sdk.getSignStr = (raw, name) => {
    const text = signedText(raw, name)
    if (!isDeepStrictEqual(JSON.parse(text), JSON.parse(raw)[name])) throw new Error('验签失败')
    return text
  }
  // The SDK ignores the serial number of the certificate that an answer names.
  sdk.checkResponseSign = (raw, name, sign) => {
    const { alipay_cert_sn: serial } = JSON.parse(raw)
    const signer = namedBy(serial)
    if (!signer) throw new Error(`验签失败${serial ? '：另一张证书' : ''}`)
    const text = createVerify('RSA-SHA256').update(sdk.getSignStr(raw, name))
    if (!text.verify(signer.config.alipayPublicKey, String(sign), 'base64')) throw new Error('验签失败')
  }

  return {
    sdk,
    signed(notification) {
      const { alipay_cert_sn: serial } = notification
      const signers = serial === undefined ? believed : [namedBy(serial)]
      // The SDK's older check decodes values a second time and fails on a `%` in the subject.
      return signers.some(signer => signer?.checkNotifySignV2(notification) === true)
    },
  }
}
