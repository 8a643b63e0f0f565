import '../palette/palette.css'
import { useEffect, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { keepEscape } from './keep-escape.ts'

const shortcuts = [
  [['Ctrl', 'K'], '搜索与命令：员工、设备、专线、地址、订单、页面、操作'],
  [['/'], '搜索本页的列表'],
  [['j', '↓'], '列表的下一行；↓ 也从搜索到第一行'],
  [['k', '↑'], '列表的上一行'],
  [['Enter'], '打开所在的行'],
  [['p'], '在列表旁速览所在的行'],
  [['x'], '选择或取消选择所在的行'],
  [['b'], '到所选各行的批量操作'],
  [['Shift', '点击'], '选择两次点击之间的各行'],
  [['Ctrl', 'Enter'], '提交：对话框、表单、订单、付款'],
  [['Ctrl', 'Z'], '撤销刚做的事，在提示还显示着的时候'],
  [['?'], '这张表'],
  [['Esc'], '关闭菜单与对话框'],
] as const

/** The keys of the console and of the back office. */
export function Shortcuts({ close, tour }: { close: () => void; tour?: (() => void) | undefined }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <dialog ref={dialog} className="palette" aria-labelledby="shortcuts-title" onClose={close} onKeyDown={keepEscape}>
      <div className="shortcuts-head">
        <h2 id="shortcuts-title">键盘</h2>
        <Button look="text" onClick={() => dialog.current?.close()}>
          关闭
        </Button>
      </div>
      <dl className="shortcuts">
        {shortcuts.map(([keys, text]) => (
          <div key={text}>
            <dt>
              {keys.map(key => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {tour && (
        <Button
          className="shortcuts-tour"
          onClick={() => {
            dialog.current?.close()
            tour()
          }}
        >
          再看一遍导览
        </Button>
      )}
    </dialog>
  )
}
