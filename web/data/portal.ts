import type { PortalSettings } from '#contract/site.ts'

const defaults: PortalSettings = {
  apiBase: '/api',
  passphrase: '',
  mobileHosts: {},
  termsBase: '',
  brand: { name: '海易联', latin: 'Haiyilian', supportPhone: '', supportHours: '' },
}

let settings: PortalSettings | undefined

/** Returns the portal's settings, which the server puts into every page as `<script type="application/json" id="portal">`. */
export function portal(): PortalSettings {
  settings ??= {
    ...defaults,
    ...(JSON.parse(document.getElementById('portal')?.textContent || '{}') as Partial<PortalSettings>),
  }
  return settings
}
