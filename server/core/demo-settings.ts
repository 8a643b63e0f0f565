import { hash } from 'node:crypto'
import type { Settings } from './settings.ts'

/** Returns the host on which the portal listens as written in a URL. */
export function hostOfAddress({ host }: Pick<Settings, 'host'>): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

/** The demonstration's values for settings that a provider would supply. */
export function demoDefaults(configured: Settings) {
  return {
    publicUrl: `http://${hostOfAddress(configured)}:${configured.port}`,
    secretKey: hash('sha256', 'haiyilian demonstration', 'hex'),
    storagePassphrase: 'haiyilian-portal',
    supportPhone: '400-000-0000',
    supportQrText: 'https://example.com/support',
    officeAddress: '（演示）请在配置中填写办公地址',
    copyright: '海易联（演示站点）',
    icpNumber: '（演示）备案号待填写',
    transferAccountName: '海易联（演示）网络科技有限公司',
    transferAccount: '6222 0000 0000 0000 000',
    transferBank: '（演示）某某银行深圳科技园支行',
    transferBankCode: '000000000000',
    iosLink: 'https://testflight.apple.com/join/demo',
  } satisfies Partial<Settings>
}
