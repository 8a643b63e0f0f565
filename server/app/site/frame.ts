import { createRequire } from 'node:module'
import type { PortalSettings, QrCode, SiteFrame } from '#contract/site.ts'
import type { Config } from '#server/core/config.ts'
import { lazy } from '#server/core/lazy.ts'

// Loaded for the first code, and without the library's image encoders, which are not used here.
const library = lazy(
  () => createRequire(import.meta.url)('qrcode/lib/core/qrcode.js') as Pick<typeof import('qrcode'), 'create'>,
)

/** Draws rows of dark modules as horizontal strokes of height 1. */
export function qrCode(text: string): QrCode {
  const { size, data } = library().create(text, { errorCorrectionLevel: 'M' }).modules
  let path = ''
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; ) {
      let length = 0
      while (column + length < size && data[row * size + column + length]) length++
      if (length) path += `M${column} ${row}h${length}v1h-${length}z`
      column += length || 1
    }
  return { size, path }
}

export const portalSettings = (config: Config): PortalSettings => ({
  apiBase: config.apiBase.replace(/\/+$/, ''),
  passphrase: config.storagePassphrase,
  mobileHosts: config.mobileHosts,
  termsBase: config.termsBase ?? '',
  brand: {
    name: config.brandName,
    latin: config.brandLatin,
    supportPhone: config.supportPhone ?? '',
    supportHours: config.supportHours,
  },
})

/** Returns the frame of every document, made from the configuration alone, so that no page needs the database for it. */
export function siteFrame(config: Config, assets: SiteFrame['assets']): (path: string) => SiteFrame {
  const fixed = {
    origin: config.publicUrl,
    settings: portalSettings(config),
    officeAddress: config.officeAddress ?? '',
    supportQr: config.supportQrText ? qrCode(config.supportQrText) : undefined,
    copyright: config.copyright ?? '',
    icp: config.icpNumber ? { number: config.icpNumber, link: config.icpLink } : undefined,
    police: config.policeNumber ? { number: config.policeNumber, link: config.policeLink } : undefined,
    telecomLicence: config.telecomLicence ?? '',
    ios: config.iosLink ? { link: config.iosLink, qr: qrCode(config.iosLink) } : undefined,
    assets,
  }
  return path => ({ ...fixed, path, announcements: [], year: new Date().getFullYear() })
}
