import './terms-dialog.css'
import { termsAddress } from '#contract/paths.ts'
import { portal } from '#web/data/portal.ts'

const titles = { service: '用户服务协议', private: '隐私协议' } as const

/** Shows an agreement in a dialog with an iframe; closing it restores the focus. */
export function openTerms(which: 'service' | 'private'): void {
  const title = titles[which]
  const dialog = document.createElement('dialog')
  dialog.className = 'terms-dialog'
  dialog.setAttribute('aria-labelledby', 'terms-title')
  // Only constants are used in this markup, nothing from an address or a response.
  dialog.innerHTML = `<header><h2 id="terms-title">${title}</h2><button type="button" class="terms-close" aria-label="关闭">×</button></header>
    <iframe title="${title}"></iframe><footer><button type="button" class="terms-confirm">确认</button></footer>`
  const frame = dialog.querySelector('iframe')
  if (frame) frame.src = termsAddress(portal(), which)
  for (const button of dialog.querySelectorAll('button')) button.addEventListener('click', () => dialog.close())
  dialog.addEventListener('click', event => {
    if (event.target === dialog) dialog.close()
  })
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
  dialog.querySelector<HTMLElement>('.terms-confirm')?.focus()
}
