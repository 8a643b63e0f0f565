import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { ConfirmQuestion } from '#web/ui/confirm-dialog.tsx'

/** Asks before a link, a closed tab or a reload leaves a page with unsaved changes. The draft is kept anyway. */
export function Leaving({ dirty }: { dirty: boolean }) {
  const [to, setTo] = useState<string>()
  const navigate = useNavigate()
  useEffect(() => {
    if (!dirty) return
    const unload = (event: BeforeUnloadEvent) => event.preventDefault()
    const click = (event: MouseEvent) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]')
      const plain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.button)
      if (!link || !plain || link.target === '_blank' || link.origin !== location.origin) return
      event.preventDefault()
      event.stopPropagation()
      setTo(link.pathname + link.search)
    }
    addEventListener('beforeunload', unload)
    document.addEventListener('click', click, true)
    return () => {
      removeEventListener('beforeunload', unload)
      document.removeEventListener('click', click, true)
    }
  }, [dirty])
  return (
    <ConfirmQuestion
      title="还有没保存的内容"
      okText="离开"
      cancelText="继续编辑"
      danger
      open={to !== undefined}
      close={() => setTo(undefined)}
      confirm={() => {
        if (to !== undefined) void navigate(to)
        setTo(undefined)
      }}
    >
      <p>离开后，没保存的内容会留在这台电脑的浏览器里，再次打开时恢复；其他人看不到。</p>
    </ConfirmQuestion>
  )
}
