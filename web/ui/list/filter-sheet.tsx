import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '../drawer.tsx'

interface FilterSheetProps {
  open: boolean
  close: () => void
  filtered: boolean
  clear: () => void
  children: ReactNode
}

/** The filters on a phone, over the lower part of the list that they change. */
export const FilterSheet = ({ open, close, filtered, clear, children }: FilterSheetProps) => (
  <Drawer
    rootClassName="filter-sheet"
    title="筛选"
    placement="bottom"
    size="auto"
    open={open}
    onClose={close}
    footer={
      <div className="filter-sheet-foot">
        <Button disabled={!filtered} onClick={clear}>
          清除筛选
        </Button>
        <Button look="primary" onClick={close}>
          查看结果
        </Button>
      </div>
    }
  >
    <div className="filter-sheet-fields">{children}</div>
  </Drawer>
)
