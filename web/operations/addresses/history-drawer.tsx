import { DatePicker } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { chinaNow, fromPicker } from '#web/ui/china-time.ts'
import type { Dayjs } from '#web/ui/dayjs.ts'
import { Drawer } from '#web/ui/drawer.tsx'
import { dateTime } from '#web/ui/format.ts'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { scaled } from '#web/ui/scaled.ts'
import { Timeline } from '#web/ui/timeline.tsx'
import type { DialogProps } from '#web/ui/use-dialog.ts'
import { CompanyLink } from '../company-link.tsx'
import { useMayRead } from '../operator.ts'
import { auditOf, operatedLinePath } from '../paths.ts'
import { useOperation } from '../use-operation.ts'
import type { ListedAddress } from './address-columns.tsx'

interface HistoryDrawerProps extends DialogProps {
  address: ListedAddress | undefined
}

/** The holders of an address, present and former, or at one instant. */
export const HistoryDrawer = ({ address, open, close }: HistoryDrawerProps) => (
  <Drawer title={address && `${address.address} 的历史`} open={open} onClose={close} size={scaled(520)} destroyOnHidden>
    {address && <History key={address.address_id} address={address} />}
  </Drawer>
)

function History({ address: { address, address_id } }: { address: ListedAddress }) {
  const [at, setAt] = useState<Dayjs | null>(null)
  const { data, refused, loading, reload } = useOperation('getAddressHistory', {
    address_id,
    at: at ? fromPicker(at) : undefined,
  })
  const mayAudit = useMayRead([])
  return (
    <section aria-busy={loading} aria-label="使用记录">
      <DatePicker
        showTime={{ format: 'HH:mm' }}
        format="YYYY-MM-DD HH:mm"
        aria-label="查看某一时刻的使用者"
        placeholder="查看某一时刻的使用者"
        style={{ width: '100%' }}
        value={at}
        maxDate={chinaNow()}
        onChange={setAt}
      />
      {!data ? (
        <Placeholder refused={refused} retry={reload} />
      ) : (
        <>
          <p className="history-count" role="status">
            {at
              ? `${dateTime(at.valueOf())} ${data.list.length ? '的使用者：' : '没有专线使用这个地址。'}`
              : data.list.length
                ? `${data.list.length} 条使用记录，最新的在前。`
                : '还没有专线用过这个地址。'}
          </p>
          <Timeline
            entries={data.list.map(({ line_id, name, company_id, company, since, until }) => ({
              what: (
                <span className="history-user">
                  <CompanyLink id={company_id} name={company} />
                  <Link to={operatedLinePath({ company_id, line_id })}>{name}</Link>
                </span>
              ),
              by: `${dateTime(since)} 至 ${until ? dateTime(until) : '现在'}`,
            }))}
          />
          <p className="quiet">{dateTime(data.created_at)} 入库。</p>
          {mayAudit && (
            <p>
              <Link to={auditOf(`address:${address}`)}>审计日志</Link>
            </p>
          )}
        </>
      )}
    </section>
  )
}
