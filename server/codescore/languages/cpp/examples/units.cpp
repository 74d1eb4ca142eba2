// What is a unit, and what it is called.
namespace shop {
class Store : public Base {
    int size_ = 0, *next_;
  public:
    explicit Store(int size) : size_(size), next_{nullptr} { this->size_ = size; }
    //       ^ unit method Store.Store
    ~Store() {}
    int size() const { return size_; }
    //  ^ unit method Store.size
    virtual void grow() = 0;
    Store& operator+=(const Store& other) { size_ += other.size_; return *this; }
    static int* twice(int* p) {
        //      ^ unit method Store.twice
        struct Local { int get() { return 1; } };
        //                 ^ unit method Store.twice.Local.get
        return p;
    }
};
}
void shop::Store::grow() {}
//                ^ unit function grow
int main() { return 0; }
//  ^ unit function main
