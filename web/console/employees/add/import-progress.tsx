import '#web/ui/list/list.css'
import { Progress } from 'antd'
import { paths } from '#contract/paths.ts'
import { FirstRows } from '#web/console/sheets/first-rows.tsx'
import { saveTable } from '#web/console/sheets/save-table.ts'
import { useCall } from '#web/data/use-call.ts'
import { usePolling } from '#web/data/use-polling.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { count } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { employeeColumns } from './employee-columns.ts'
import { waitingToBeMended } from './mending.ts'

/** Milliseconds between two polls of a running import. */
const pause = 800

export function ImportProgress({ id, again }: { id: string; again: () => void }) {
  const called = useCall('getEmployeeImport', { import_id: id })
  const { data, refused, reload } = called
  const over = data?.state === 'done' || data?.state === 'failed'
  usePolling(called, over || refused?.code === -47013 ? undefined : pause)

  if (refused?.code === -47013)
    return (
      <div className="sheet">
        <Alert type="warning" title={refused.msg} action={<Button onClick={again}>重新上传</Button>} />
      </div>
    )
  if (refused && !data) return <Failure refused={refused} retry={reload} />
  const mending = waitingToBeMended()
  const { total = 0, done = 0, added = 0, unreserved = 0, untemplated = 0, failed = [] } = data ?? {}
  return (
    <div className="sheet import-preview">
      <h2>{over ? '导入结果' : '正在导入'}</h2>
      <Progress
        aria-label="导入进度"
        percent={total ? Math.floor((done / total) * 100) : 0}
        status={data?.state === 'failed' ? 'exception' : over ? 'success' : 'active'}
      />
      <p role="status" className="figures">
        {over ? '' : '可以离开本页，导入会继续进行，完成或中断时通知您。'}已处理 {count(done)} / {count(total)} 行，添加{' '}
        {count(added)} 人{over && added > 0 && '（待本人同意）'}
        {failed.length > 0 && `，${count(failed.length)}${!over && failed.length >= 500 ? '+' : ''} 行没有写入`}
      </p>
      {unreserved > 0 && (
        <Alert
          type="warning"
          title={`企业剩余时长不足，有 ${count(unreserved)} 人没有预留时长，可购买后在员工列表中分配`}
        />
      )}
      {untemplated > 0 && (
        <Alert
          type="warning"
          title={`有 ${count(untemplated)} 人没有套用模板（时长不足，或模板里的专线组已删除），可在员工列表中选中后套用`}
        />
      )}
      {data?.state === 'failed' && (
        <Alert
          type="error"
          title="导入中断"
          description={`前 ${count(done)} 行已处理，其余没有写入。请重新上传同一份表格：已添加的人会标为“已在员工列表中”或“已是本企业的员工”，只导入其余的行即可。`}
        />
      )}
      {over && mending > 0 && (
        <Alert
          type="info"
          title={`有问题的 ${count(mending)} 行留在“逐个填写”里`}
          action={<LinkButton to={paths.addEmployee}>去改好</LinkButton>}
        />
      )}
      {failed.length > 0 && (
        <FirstRows
          columns={employeeColumns}
          rows={failed}
          total={failed.length}
          label="没有写入的行"
          others="下载的文件里有全部"
        />
      )}
      {over && (
        <div className="draft-foot">
          {failed.length > 0 ? (
            <Button onClick={() => saveTable('未导入的员工.csv', employeeColumns, failed)}>下载没有写入的行</Button>
          ) : (
            <span />
          )}
          <div className="row">
            <Button onClick={again}>再导入一份</Button>
            <LinkButton look="primary" to={`${paths.employees}?state=invited`}>
              查看待同意的人
            </LinkButton>
          </div>
        </div>
      )}
    </div>
  )
}
