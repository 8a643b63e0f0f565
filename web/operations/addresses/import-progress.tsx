import '#web/ui/list/list.css'
import { Progress } from 'antd'
import { usePolling } from '#web/data/use-polling.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { count } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { operationsPaths } from '../paths.ts'
import { useOperation } from '../use-operation.ts'
import { ProblemTable } from './problem-table.tsx'

/** Milliseconds between two polls of a running import. */
const pause = 800

export function ImportProgress({ id, again }: { id: string; again: () => void }) {
  const called = useOperation('getAddressImport', { import_id: id })
  const { data, refused, reload } = called
  const over = data !== undefined && data.state !== 'running'
  usePolling(called, over || refused?.code === -53021 ? undefined : pause)

  if (refused?.code === -53021)
    return (
      <div className="sheet">
        <Alert
          type="warning"
          title="这次导入已不存在：结果保留 30 天"
          action={<Button onClick={again}>重新上传</Button>}
        />
      </div>
    )
  if (refused && !data) return <Failure refused={refused} retry={reload} />
  const { state, total = 0, done = 0, added = 0, failed = [] } = data ?? {}
  return (
    <div className="sheet import-preview">
      <h2>{over ? '导入结果' : '正在导入'}</h2>
      <Progress
        aria-label="导入进度"
        percent={total ? Math.floor((done / total) * 100) : 0}
        status={state === 'failed' ? 'exception' : over ? 'success' : 'active'}
      />
      <p role="status" className="figures">
        {over ? '' : '可以离开本页，导入会继续进行。'}已处理 {count(done)} / {count(total)} 行，入库 {count(added)}{' '}
        个地址
        {failed.length > 0 && `，${count(failed.length)}${failed.length >= 500 ? '+' : ''} 行没有入库`}
      </p>
      {state === 'failed' && (
        <Alert
          type="error"
          title="导入中断"
          description={`前 ${count(done)} 行已处理。请重新上传同一份文件：已入库的会标为“地址已在库中”，只导入其余的行即可。`}
        />
      )}
      {failed.length > 0 && <ProblemTable rows={failed} label="没有入库的行" />}
      {over && (
        <div className="row import-foot">
          <Button onClick={again}>再导入一份</Button>
          <LinkButton look="primary" to={operationsPaths.addresses}>
            查看地址
          </LinkButton>
        </div>
      )}
    </div>
  )
}
