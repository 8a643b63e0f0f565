import { execFileSync } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Certificates as Alipay issues them, for the app's key and for two of its own, and its roots, one of which is not RSA. */
export function alipayCertificates(keys: { app: string; alipay: string; next: string }) {
  const folder = mkdtempSync(join(tmpdir(), 'haiyilian-alipay-'))
  const at = (name: string) => join(folder, name)
  const openssl = (...input: string[]) => execFileSync('openssl', input, { stdio: 'ignore', cwd: folder })
  const root = (name: string, serial: string, ...key: string[]) => {
    const subject = ['-subj', `/C=CN/O=Ant Financial/OU=Certification Authority/CN=${name}`, '-utf8']
    const files = ['-keyout', at(`${name}.key`), '-out', at(name)]
    openssl('req', '-x509', ...key, '-nodes', ...subject, ...files, '-days', '3', '-set_serial', serial)
    return readFileSync(at(name), 'utf8')
  }
  const issue = (name: string, key: string, serial: string) => {
    writeFileSync(at('key'), key)
    openssl(
      'req',
      '-new',
      '-key',
      at('key'),
      '-utf8',
      '-subj',
      `/C=CN/O=海易联/OU=Alipay/CN=${name}`,
      '-out',
      at('csr'),
    )
    const signer = ['-CA', at('R1'), '-CAkey', at('R1.key'), '-set_serial', serial]
    openssl('x509', '-req', '-in', at('csr'), ...signer, '-days', '3', '-out', at('issued'))
    return readFileSync(at('issued'), 'utf8')
  }
  try {
    const roots = [
      root('E1', '0x417EFA52C07FDF4A', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'),
      root('R1', '0x1FCFA18D6A480D11', '-newkey', 'rsa:2048'),
      root('G3', '0x10C764E9D560384212D9C08FD10E373FDD0FB396', '-newkey', 'rsa:2048'),
    ]
    return {
      roots: roots.join(''),
      app: issue('2088000000000001', keys.app, '0x2020051862039D4090897BA4D51C2126'),
      alipay: issue('支付宝', keys.alipay, '0x20200514E63C2FE04D538716FE21358B'),
      next: issue('支付宝', keys.next, '0x20220514E63C2FE04D538716FE21358C'),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * The number of a certificate at Alipay: the MD5 of the issuer, from the name up to the country, and of the serial number as
 * a decimal. It is computed here from the documents, not by the SDK: https://opendocs.alipay.com/common/02mse7.
 */
export function serialOf(pem: string): string {
  const { issuer, serialNumber } = new X509Certificate(pem)
  const text = `${issuer.split('\n').toReversed().join(',')}${BigInt(`0x${serialNumber}`)}`
  return createHash('md5').update(text).digest('hex')
}

/** Joins the serials of several roots by `_`; only those with RSA count. */
export const serialOfRoots = (pems: string): string =>
  (pems.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\n?/g) ?? [])
    .filter(pem => new X509Certificate(pem).publicKey.asymmetricKeyType === 'rsa')
    .map(serialOf)
    .join('_')
