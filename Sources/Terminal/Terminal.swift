// The front door of this room.
