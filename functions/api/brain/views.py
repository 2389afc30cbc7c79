"""What is shown of notes, decisions and memory items."""

from functions.api.http.view import page, view
from shared.domain.brain import decision, items

Note = view("Note", items.Note, ("id", "app_id", "title", "text", "created_by", "created_at", "updated_at", "version"))
NotePage = page("NotePage", Note)
MemoryItem = view(
    "MemoryItem",
    items.MemoryItem,
    ("id", "app_id", "text", "tags", "pinned", "created_by", "created_at", "updated_at", "version"),
)
MemoryPage = page("MemoryPage", MemoryItem)
Decision = view(
    "Decision",
    decision.Decision,
    ("id", "decision", "reason", "forbids", "by", "at", "changed_at", "superseded_at", "superseded_by", "version"),
)
DecisionPage = page("DecisionPage", Decision)
Snapshot = view(
    "ProjectSnapshot",
    items.ProjectSnapshot,
    ("app_id", "summary_text", "active_phase_node_id", "key_metrics_json", "updated_at", "version"),
)
Summary = view(
    "ConversationSummary",
    items.ConversationSummary,
    ("conversation_id", "short_summary", "detail_summary", "last_message_id", "turns", "updated_at"),
)
