// Which acts can be undone: each file registers what carries its kind out. Loaded once, with the portal.
import '#server/modules/devices/undo-states.ts'
import '#server/modules/lines/undo-binding.ts'
import '#server/modules/lines/undo-groups.ts'
import '#server/modules/people/departments/undo-department.ts'
import '#server/modules/people/departments/undo-move.ts'
import '#server/modules/people/employees/undo-disabling.ts'
import '#server/modules/people/employees/undo-import.ts'
import '#server/modules/people/hours/undo-assignment.ts'
