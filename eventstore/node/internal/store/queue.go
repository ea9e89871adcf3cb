package store

import (
	"sync"
	"sync/atomic"
)

// write is a request under way to the writer and back.
type write struct {
	op    operation
	bytes int
	wake  chan<- struct{} // receives when done has become true, unless it is full
	err   error           // set before done
	done  atomic.Bool
}

// queue holds the requests that wait for the writer, who takes all at once.
type queue struct {
	mu      sync.Mutex
	room    *sync.Cond
	waiting []*write
	bytes   int
	closed  bool
	news    chan struct{} // has one while something waits
}

func newQueue() *queue {
	q := &queue{news: make(chan struct{}, 1)}
	q.room = sync.NewCond(&q.mu)
	return q
}

// add waits for room; what waits together fits a group. It returns false when the
// queue is closed.
func (q *queue) add(w *write) bool {
	q.mu.Lock()
	for !q.closed && len(q.waiting) > 0 && (len(q.waiting) >= groupRequestsMax || q.bytes+w.bytes > groupBytesMax) {
		q.room.Wait()
	}
	if q.closed {
		q.mu.Unlock()
		return false
	}
	q.waiting = append(q.waiting, w)
	q.bytes += w.bytes
	first := len(q.waiting) == 1
	q.mu.Unlock()
	if first {
		wake(q.news)
	}
	return true
}

// take empties the queue, which goes on with the memory of an earlier group.
func (q *queue) take(memory []*write) []*write {
	q.mu.Lock()
	defer q.mu.Unlock()
	taken := q.waiting
	q.waiting, q.bytes = memory[:0], 0
	q.room.Broadcast()
	return taken
}

// close lets nothing more in; what waits can still be taken.
func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.room.Broadcast()
}

// wake leaves a wake-up in a channel that holds one.
func wake(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
