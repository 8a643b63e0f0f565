import { Button } from 'antd'
import type { OperationOutput } from '#contract/operations/index.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { count, dateTime } from '#web/ui/format.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { RowMenu } from '#web/ui/list/row-menu.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { promotionLooks } from '#web/ui/states.ts'
import { useAsked } from '#web/ui/use-asked.ts'
import { useOperation } from '../use-operation.ts'
import type { Channel } from './channel-page.tsx'
import { CodeDialog } from './code-dialog.tsx'
import { CodeStateDialog } from './code-state-dialog.tsx'
import { QrDialog } from './qr-dialog.tsx'

export type PromotionCode = OperationOutput<'getPromotionCodeList'>['list'][number]

const fields = {}

const columns: Column<PromotionCode>[] = [
  { key: 'code', title: '推广码', render: row => <code>{row.promotion_code}</code> },
  { key: 'state', title: '状态', render: row => <StateTag state={promotionLooks[row.state]} /> },
  {
    key: 'link',
    title: '链接',
    render: row => (
      <span className="code-link">
        <a href={row.link} target="_blank" rel="noreferrer">
          {row.link}
        </a>
        <CopyButton text={row.link} label={`${row.promotion_code}的链接`} />
      </span>
    ),
  },
  {
    key: 'used',
    title: '已使用 / 上限',
    end: true,
    render: row => `${count(row.used)} / ${row.use_limit === null ? '不限' : count(row.use_limit)}`,
  },
  {
    key: 'window',
    title: '有效期',
    render: row => `${dateTime(row.starts_at)} 起${row.ends_at ? `，至 ${dateTime(row.ends_at)}` : ''}`,
  },
  { key: 'coupon', title: '欢迎礼', render: row => row.coupon_name ?? '—' },
  { key: 'created', title: '创建时间', extra: true, render: row => dateTime(row.created_at) },
]

export function Codes({ channel }: { channel: Channel }) {
  const at = useListAddress(fields)
  const { channel_id, state } = channel
  const called = useOperation('getPromotionCodeList', { channel_id, page: at.page, page_size: at.size })
  const edit = useAsked<PromotionCode | undefined>()
  const standing = useAsked<PromotionCode>()
  const qr = useAsked<PromotionCode>()
  const add = (
    <Button disabled={state === 'ended'} onClick={() => edit.ask(undefined)}>
      新增推广码
    </Button>
  )
  return (
    <>
      <DataList
        name="operations-promotion-codes"
        noun="个推广码"
        at={at}
        called={called}
        columns={columns}
        idOf={row => row.promotion_code}
        labelOf={row => row.promotion_code}
        tools={add}
        actions={row => (
          <span className="row-actions">
            <Button type="link" size="small" aria-label={`${row.promotion_code}的二维码`} onClick={() => qr.ask(row)}>
              二维码
            </Button>
            <RowMenu
              label={`${row.promotion_code}的操作`}
              actions={[
                { key: 'edit', label: '修改', run: () => edit.ask(row) },
                null,
                row.disabled_at
                  ? { key: 'enable', label: '恢复', run: () => standing.ask(row) }
                  : { key: 'disable', label: '停用', danger: true, run: () => standing.ask(row) },
              ]}
            />
          </span>
        )}
        empty={{
          title: '还没有推广码',
          text: state === 'ended' ? '合作已结束；恢复合作后才能新增。' : '新增一个，把链接或二维码交给合作伙伴。',
          action: add,
        }}
      />
      {edit.round > 0 && (
        <CodeDialog
          key={`edit-${edit.round}`}
          channel={channel}
          code={edit.question}
          open={edit.open}
          close={edit.close}
          done={called.reload}
        />
      )}
      {standing.question && (
        <CodeStateDialog
          key={`state-${standing.round}`}
          code={standing.question}
          open={standing.open}
          close={standing.close}
          done={called.reload}
        />
      )}
      {qr.question && <QrDialog key={`qr-${qr.round}`} code={qr.question} open={qr.open} close={qr.close} />}
    </>
  )
}
