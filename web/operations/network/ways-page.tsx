import '../network.css'
import { Button } from 'antd'
import type { OperationOutput } from '#contract/operations/index.ts'
import { isSessionRefusal, sentence } from '#web/answers.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { count } from '#web/ui/format.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { RowMenu } from '#web/ui/list/row-menu.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { offerLooks } from '#web/ui/states.ts'
import { toast } from '#web/ui/toast.ts'
import { useAsked } from '#web/ui/use-asked.ts'
import { api } from '../api.ts'
import { useOperation } from '../use-operation.ts'
import { figureColumns } from './figures.tsx'
import { WayDialog } from './way-dialog.tsx'

export type ListedWay = OperationOutput<'getNetworkAccessWays'>['list'][number]

const fields = {}

const columns: Column<ListedWay>[] = [
  {
    key: 'name',
    title: '接入方式',
    render: row => (
      <span className="two-lines">
        <b>{row.name}</b>
        <code>{row.code}</code>
      </span>
    ),
  },
  {
    key: 'state',
    title: '状态',
    render: row => <StateTag state={offerLooks[row.archived ? 'archived' : 'offered']} />,
  },
  ...figureColumns<ListedWay>(({ access_way_id }) => ({ access_way_id })),
  { key: 'about', title: '说明', extra: true, render: row => row.about },
  { key: 'sort', title: '排序', end: true, extra: true, render: row => row.sort },
]

export function WaysPage() {
  const at = useListAddress(fields)
  const called = useOperation('getNetworkAccessWays', { page: at.page, page_size: at.size })
  const edited = useAsked<ListedWay | undefined>()
  const archived = useAsked<ListedWay>()
  return (
    <>
      <ListHead title="接入方式" text="同一地区里，同一种接入方式的地址可以互相替换，库存按“地区 + 接入方式”计算。">
        <Button type="primary" onClick={() => edited.ask(undefined)}>
          添加接入方式
        </Button>
      </ListHead>
      <DataList
        name="operations-ways"
        noun="种接入方式"
        at={at}
        called={called}
        columns={columns}
        idOf={row => row.access_way_id}
        labelOf={row => row.name}
        actions={row => (
          <RowMenu
            label={`${row.name}的操作`}
            actions={[
              { key: 'edit', label: '修改', run: () => edited.ask(row) },
              null,
              row.archived
                ? { key: 'restore', label: '恢复', run: () => archived.ask(row) }
                : { key: 'archive', label: '归档', danger: true, run: () => archived.ask(row) },
            ]}
          />
        )}
        empty={{
          title: '还没有接入方式',
          text: '先添加接入方式，再导入地址。',
          action: <Button onClick={() => edited.ask(undefined)}>添加接入方式</Button>,
        }}
      />
      {edited.round > 0 && (
        <WayDialog
          key={edited.round}
          way={edited.question}
          open={edited.open}
          close={edited.close}
          done={called.reload}
        />
      )}
      {archived.question && (
        <ArchiveDialog
          key={`archive-${archived.round}`}
          way={archived.question}
          open={archived.open}
          close={archived.close}
          done={called.reload}
        />
      )}
    </>
  )
}

interface ArchiveDialogProps {
  way: ListedWay
  open: boolean
  close: () => void
  done: () => void
}

function ArchiveDialog({ way, open, close, done }: ArchiveDialogProps) {
  const { access_way_id, name, archived, skus, lines, free } = way
  const word = archived ? '恢复' : '归档'
  async function send() {
    const answer = await api.setAccessWayArchived({ access_way_id, archived: !archived })
    if (!answer.ok) {
      if (!isSessionRefusal(answer)) toast.error(sentence(answer))
      return false
    }
    toast.success(`${name} 已${word}`)
    done()
    return true
  }
  return (
    <ConfirmDialog title={`${word} ${name}`} okText={word} danger={!archived} open={open} close={close} send={send}>
      {archived ? (
        <p>
          公开页面与购买页重新出现 {name}，{count(skus)} 个规格可以购买与续费。
        </p>
      ) : (
        <ul className="consequences">
          <li>
            公开页面与购买页立即不再出现 {name}，{count(skus)} 个规格不能购买，也不能续费。
          </li>
          <li>{lines ? `${count(lines)} 条已有专线照常使用到各自的到期时间。` : '还没有专线使用它。'}</li>
          <li>{count(free)} 个空闲地址留在库中，不能再导入新的地址。</li>
        </ul>
      )}
    </ConfirmDialog>
  )
}
