import type { Config } from '#server/core/config.ts'

/** Returns the web app manifest, which describes the portal to a phone's home screen. */
export const manifest = ({ brandName }: Pick<Config, 'brandName'>): string =>
  JSON.stringify({
    name: brandName,
    short_name: brandName,
    lang: 'zh-CN',
    start_url: '/',
    display: 'browser',
    background_color: '#ffffff',
    theme_color: '#0a1020',
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    ],
  })
