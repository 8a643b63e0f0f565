import { keys, remove } from '#web/data/storage.ts'
import { store } from '#web/data/store.ts'
import { useStore } from '#web/data/use-store.ts'
import { Button } from '#web/ui/button.tsx'
import { dateTime } from '#web/ui/format.ts'
import { toast } from '#web/ui/toast.ts'

const kinds = { ERR_NETWORK: '网络中断', ECONNABORTED: '超时' }

export function ErrorList() {
  const errors = useStore(state => state.errors)
  function clear() {
    remove([keys.networkErrors])
    store.set({ errors: [] })
    toast.success('已清空网络错误记录')
  }
  return (
    <section className="sheet" aria-labelledby="errors-title">
      <div className="sheet-head">
        <h2 id="errors-title">最近的网络错误</h2>
        {errors.length > 0 && <Button onClick={clear}>清空（{errors.length}）</Button>}
      </div>
      {errors.length === 0 ? (
        <p className="quiet">没有记录。发生网络中断或超时，会在这里留下最近 50 条。</p>
      ) : (
        <div className="table-scroll">
          <table className="plain-table">
            <thead>
              <tr>
                <th scope="col">时间</th>
                <th scope="col">接口</th>
                <th scope="col">原因</th>
                <th scope="col">等待</th>
              </tr>
            </thead>
            <tbody>
              {[...errors].reverse().map(({ time, call, kind, ms }) => (
                <tr key={`${time} ${call} ${ms}`}>
                  <td>{dateTime(time)}</td>
                  <td>{call}</td>
                  <td title={kind}>{kinds[kind]}</td>
                  <td>{ms} ms</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
