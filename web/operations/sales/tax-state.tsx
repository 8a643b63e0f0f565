import { dateTime } from '#web/ui/format.ts'
import type { StateLook } from '#web/ui/states.ts'
import type { Invoice } from './invoice.ts'

type Facts = Pick<Invoice, 'state' | 'tax' | 'reds'>

const waiting = {
  blue: { word: '开具中', tone: 'busy' },
  red: { word: '红冲中', tone: 'busy' },
} as const satisfies Record<string, StateLook>
const failed = {
  blue: { word: '开具失败', tone: 'bad' },
  red: { word: '红冲失败', tone: 'bad' },
} as const satisfies Record<string, StateLook>

/** Returns the last request to the tax service, unless something was registered by hand since. */
function lastOf({ state, tax, reds }: Facts): Invoice['tax'] {
  if (!tax || tax.state === 'done') return null
  const open = state === (tax.kind === 'blue' ? 'asked' : 'issued')
  return open && reds.every(({ issued_at }) => issued_at < tax.asked_at) ? tax : null
}

/** Returns the state of an invoice at the tax service until it is done. */
export function taxLook(invoice: Facts): StateLook | undefined {
  const tax = lastOf(invoice)
  if (tax?.state === 'waiting') return waiting[tax.kind]
  return tax?.state === 'failed' ? failed[tax.kind] : undefined
}

/** Shows why the service waits or refused. */
export function TaxNote(invoice: Facts) {
  const tax = lastOf(invoice)
  if (!tax) return null
  const text = tax.state === 'stopped' ? `已停止税务服务的办理：${tax.problem}` : tax.problem
  if (text) return <span className="sales-note">{text}</span>
  return (
    <span className="sales-note" title={dateTime(tax.asked_at)}>
      已提交税务服务
    </span>
  )
}

/** The further files of an invoice, which remain at the service. */
export const TaxFiles = ({ tax }: Pick<Invoice, 'tax'>) =>
  tax &&
  (tax.ofd_url || tax.xml_url) && (
    <span className="tax-files">
      {(['ofd_url', 'xml_url'] as const).map(
        name =>
          tax[name] && (
            <a key={name} href={tax[name]} target="_blank" rel="noreferrer">
              {name.slice(0, 3).toUpperCase()}
            </a>
          ),
      )}
    </span>
  )
