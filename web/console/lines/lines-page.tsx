import './lines.css'
import { PlusOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { listedLines } from '#contract/line-names.ts'
import { paths, renewPath } from '#contract/paths.ts'
import { linesPerOrder } from '#contract/shop.ts'
import { api } from '#web/data/api.ts'
import { useMay } from '#web/data/may.ts'
import { useRemembered } from '#web/data/use-call.ts'
import { Button } from '#web/ui/button.tsx'
import { idlePart } from '#web/ui/lazy-part.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { oneOf } from '#web/ui/list/address.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { ExportButton } from '#web/ui/list/export-button.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { narrow } from '#web/ui/list/narrow.ts'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { useSelection } from '#web/ui/list/use-selection.ts'
import { May } from '#web/ui/may.tsx'
import { toast } from '#web/ui/toast.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { useMedia } from '#web/ui/use-media.ts'
import { type Line, lineLabel, notRenewable, renewable } from './line.ts'
import { lineColumns } from './line-columns.tsx'
import type { LineQuestion } from './line-dialogs.tsx'
import { LineFilters, LineQueues, lineFields } from './line-filters.tsx'
import { LinePlaces } from './line-map.tsx'
import { LineRowActions } from './line-row-actions.tsx'

const LineDialogs = idlePart(async () => (await import('./line-dialogs.tsx')).LineDialogs)

const orders = oneOf(['ends'])
const idOf = ({ svp_id }: Line) => svp_id

export function LinesPage() {
  const at = useListAddress(lineFields)
  const order = orders(at.order ?? '')
  const called = useRemembered('getCompanyVplList', { ...at.query, order })
  const selection = useSelection(idOf, JSON.stringify(at.filters), called.data?.list, at)
  const requested = useDialog<LineQuestion>()
  const may = useMay()
  const phone = useMedia(narrow)
  const navigate = useNavigate()
  const [round, setRound] = useState(0)

  function renew(lines: readonly Line[]) {
    const possible = lines.filter(renewable)
    if (!possible.length) return toast.info('已暂停或已释放的专线不能续费')
    if (possible.length > linesPerOrder) return toast.info(`一次最多续费 ${linesPerOrder} 条专线，请分批进行`)
    const others = lines.length - possible.length
    if (others) toast.info(notRenewable(others))
    void navigate(renewPath(possible.map(idOf)))
  }
  function change(kind: 'remark' | 'renewOn' | 'renewOff') {
    const lines = selection.rows.filter(({ state }) => state !== 'released')
    if (!lines.length) return toast.info('已释放的专线不能修改')
    if (lines.length > linesPerOrder) return toast.info(`一次最多操作 ${linesPerOrder} 条专线，请分批进行`)
    requested.show({ kind, lines })
  }
  function done({ lines }: LineQuestion) {
    if (lines.length > 1) selection.clear()
    called.reload()
    setRound(before => before + 1)
  }

  return (
    <>
      <ListHead title="虚拟专线" text="企业购买的专线与独享地址；绑定地址、放入专线组并授权后，员工即可使用。">
        <LinkButton look="primary" icon={<PlusOutlined />} to={paths.buyLines}>
          购买专线
        </LinkButton>
      </ListHead>
      {/* On a phone they would stand between the filters and the first line; the filters offer the same choice. */}
      {!phone && (
        <LinePlaces
          round={round}
          chosen={at.filters.region_id}
          choose={region_id => at.filter({ region_id: at.filters.region_id === region_id ? undefined : region_id })}
        />
      )}
      <div className="queues-row">
        <LineQueues at={at} counts={called.data?.counts ?? {}} />
      </div>
      <LineFilters at={at} />
      <DataList
        name="lines"
        noun="条专线"
        at={{ ...at, order }}
        called={called}
        maxRows={listedLines}
        columns={lineColumns}
        idOf={idOf}
        labelOf={lineLabel}
        selection={may('setCompanyVpl') || may('createOrder') ? selection : undefined}
        bulk={
          <>
            <May call="createOrder">
              <Button size="small" look="primary" onClick={() => renew(selection.rows)}>
                续费
              </Button>
            </May>
            <May call="setCompanyVpl">
              <Button size="small" onClick={() => change('renewOn')}>
                开启自动续费
              </Button>
              <Button size="small" onClick={() => change('renewOff')}>
                关闭自动续费
              </Button>
              <Button size="small" onClick={() => change('remark')}>
                修改备注
              </Button>
            </May>
          </>
        }
        tools={
          <May call="exportVpls">
            <ExportButton load={() => api.exportVpls(at.filters)} disabled={!called.data?.total} />
          </May>
        }
        actions={line => <LineRowActions line={line} ask={requested.show} renew={() => renew([line])} />}
        empty={{
          title: '还没有专线',
          text: '选择国家/地区、接入方式与带宽，付款后即可绑定独享地址。',
          action: (
            <LinkButton look="primary" to={paths.buyLines}>
              购买虚拟专线
            </LinkButton>
          ),
        }}
      />
      <LineDialogs dialog={requested} done={done} />
    </>
  )
}
